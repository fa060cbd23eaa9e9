"""What people see of a hand: the event log, the replay."""
