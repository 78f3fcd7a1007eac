const longestEmail = 254;
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainPart = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** Whether the value is an e-mail address with a full domain name, at most 254 characters (spec 2 section 5, invite). */
export const isEmail = (value: string): boolean => {
  const at = value.lastIndexOf('@');
  if (at < 1 || value.length > longestEmail) return false;
  return localPart.test(value.slice(0, at)) && domainPart.test(value.slice(at + 1));
};

/** Shown when an e-mail address fails `isEmail`. */
export const emailText = 'Enter a valid e-mail address.';
