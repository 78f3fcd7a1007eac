import Box from '@mui/material/Box';

/** A color to see, with its name beside it. */
export const ColorSwatch = ({ color, name = color }: { color: string; name?: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    <Box
      component="span"
      aria-hidden
      sx={{
        width: 16,
        height: 16,
        borderRadius: 0.5,
        border: 1,
        borderColor: 'divider',
        bgcolor: color,
        flexShrink: 0,
      }}
    />
    {name}
  </Box>
);
