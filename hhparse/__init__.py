"""Read poker hand histories, replay them through the rules, audit and count them."""
