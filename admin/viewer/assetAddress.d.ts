/** URL of a file that the build copies to the assets. */
declare module '*?url' {
  const url: string;
  export default url;
}

declare module '*.css';
