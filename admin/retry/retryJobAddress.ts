/** Where retry jobs are looked at. */
export const retryJobsPath = '/admin/messages/retries';

export const retryJobAddress = (id: string): string => `${retryJobsPath}/${encodeURIComponent(id)}`;
