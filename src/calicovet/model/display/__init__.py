"""How values from outside are shown: made visible, and in the order people expect."""
