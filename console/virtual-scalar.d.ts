declare module 'virtual:scalar' {
  const url: string;
  export default url;
}
