"""Evidence to facts: knows formats, nothing about what they mean for Calico."""
