import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { EmptyState } from '../components/EmptyState.tsx';
import { PageHeader } from '../components/PageHeader.tsx';

/** No page at this address. */
export const NotFoundPage = () => {
  const translate = useTranslate();
  return (
    <>
      <PageHeader title={translate('notFound.title')} />
      <EmptyState
        text={translate('notFound.text')}
        action={
          <Button variant="outlined" component={Link} to="/">
            {translate('notFound.back')}
          </Button>
        }
      />
    </>
  );
};
