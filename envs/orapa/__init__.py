"""Orapa: find out what lies on a hidden grid by the waves that it sends back."""
