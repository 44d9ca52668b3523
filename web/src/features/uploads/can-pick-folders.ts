/** Browsers on phones often can't choose folders. */
export const canPickFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype
