import { byName, type Handles, NO_HANDLES } from './file-handles.ts'

export interface PickedFiles {
  files: File[]
  handles: Handles
}

const NO_FILES: PickedFiles = { files: [], handles: NO_HANDLES }

/**
 * Opens the system's file dialog.
 * @returns no files when the user cancels
 */
export async function pickFiles({ folder = false } = {}): Promise<PickedFiles> {
  return folder || !window.showOpenFilePicker ? pickByInput(folder) : pickByHandle()
}

async function pickByHandle(): Promise<PickedFiles> {
  const handles = await window.showOpenFilePicker?.({ multiple: true }).catch(() => [])
  if (!handles) return NO_FILES
  // Files that were deleted after they were chosen are left out.
  const opened = await Promise.allSettled(handles.map(handle => handle.getFile()))
  const files = opened.flatMap(file => (file.status === 'fulfilled' ? file.value : []))
  return { files, handles: byName(handles) }
}

function pickByInput(folder: boolean): Promise<PickedFiles> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.webkitdirectory = folder
  return new Promise(resolve => {
    input.addEventListener('change', () =>
      resolve({ files: [...(input.files ?? [])], handles: NO_HANDLES }),
    )
    input.addEventListener('cancel', () => resolve(NO_FILES))
    input.click()
  })
}
