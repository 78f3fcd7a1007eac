/** Why an operation on a file failed, by the code of the system. */
export const fileCauses: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  EACCES: 'you may not use it',
  EPERM: 'you may not use it',
  EROFS: 'the file system is read-only',
  ENOENT: 'it is not there, or a folder on the way to it is not',
  ENOTDIR: 'a part of the path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already',
  EIO: 'the disk reports an error',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ELOOP: 'its links lead in a circle',
};
