/** The database could not be started; the message is for the person at the terminal and says the way out. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

/** Another server works on the data folder. */
export class FolderInUseError extends DatabaseStartError {}
