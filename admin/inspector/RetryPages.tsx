import { useParams } from 'react-admin';
import { RetryJobPage } from '../retry/RetryJobPage.tsx';
import { RetryJobList } from '../retry/RetryJobList.tsx';

/** Retry jobs, and the page of one below them. */
export const RetryPages = () => {
  const { '*': id = '' } = useParams();
  return id === '' ? <RetryJobList /> : <RetryJobPage key={id} id={id} />;
};
