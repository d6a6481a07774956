"""Dice that exist only as numbers: one drawn die, and a tray of them that can be thrown."""
