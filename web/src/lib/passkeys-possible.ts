/** Browsers keep passkeys for names, over a safe connection. */
export const passkeysPossible = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)
