/** Files of a library that the build copies beside our own; the value is their address. */
declare module '*?url' {
  const address: string;
  export default address;
}

declare module '*.css';
