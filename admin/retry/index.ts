import Replay from '@mui/icons-material/ReplayOutlined';

/** Retry jobs; their pages are sections of the message inspector (see retryJobAddress.ts). */
export const retryjobs = { name: 'retryjobs', icon: Replay, recordRepresentation: 'reason' };
