/** Opens the system's dialog. @returns nothing chosen when it is left otherwise */
export function pickFiles({ folder = false } = {}): Promise<File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.webkitdirectory = folder
  return new Promise(resolve => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

/** Phones often know no folders. */
export const canPickFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype
