import { useParams } from 'react-admin';
import { RetryJobPage } from '../retry/RetryJobPage.tsx';
import { RetryJobList } from '../retry/RetryJobList.tsx';
import { InspectorNav } from './InspectorNav.tsx';

/** Retry jobs, and the page of one below them. */
export const RetryPages = () => {
  const { '*': id = '' } = useParams();
  if (id !== '') return <RetryJobPage key={id} id={id} />;
  return (
    <>
      <InspectorNav current="retries" />
      <RetryJobList />
    </>
  );
};
