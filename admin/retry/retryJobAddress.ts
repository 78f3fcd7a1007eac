/** Path of the list of retry jobs. */
export const retryJobsPath = '/admin/messages/retries';

export const retryJobAddress = (id: string): string => `${retryJobsPath}/${encodeURIComponent(id)}`;
