import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';

export const mainContentId = 'main-content';

const Link = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: theme.spacing(1),
  left: theme.spacing(1),
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(1, 2),
  borderRadius: theme.shape.borderRadius,
  background: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
}));

/** First stop of the Tab key: past header and navigation to the page. */
export const SkipLink = () => <Link href={`#${mainContentId}`}>{useTranslate()('layout.skip')}</Link>;
