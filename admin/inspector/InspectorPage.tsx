import { useParams } from 'react-admin';
import { RetryJobPage } from '../retry/RetryJobPage.tsx';
import { RetryJobs } from '../retry/RetryJobs.tsx';
import { FailureGroups } from './FailureGroups.tsx';
import { InspectorNav } from './InspectorNav.tsx';
import { MessageList } from './MessageList.tsx';
import { MessageRecord } from './MessageRecord.tsx';

/** The message inspector (spec 1 section 2): the grid, one message below it, failure groups and retry jobs. */
export const InspectorPage = () => {
  const { '*': rest = '' } = useParams();
  const [first = '', second = ''] = rest.split('/');
  if (first === 'failures') return <InspectorNav current="failures" page={<FailureGroups />} />;
  if (first === 'retries' && second !== '') return <RetryJobPage key={second} id={second} />;
  if (first === 'retries') return <InspectorNav current="retries" page={<RetryJobs />} />;
  if (first !== '') return <MessageRecord key={first} id={first} tab={second} />;
  return <InspectorNav current="messages" page={<MessageList />} />;
};
