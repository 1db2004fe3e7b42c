"""The look: colours, fonts, icons and shapes from one set of design tokens, switched live."""
