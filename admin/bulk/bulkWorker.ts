import { serveJobs } from './serveJobs.ts';

serveJobs();
