import { Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { confirmPopup } from '../../ui/popups/popups.ts'
import { pickFiles } from './pick-files.ts'
import { ResumableList } from './resumable-list.tsx'
import type { StoredUpload } from './stored-upload.ts'
import { TrayNote } from './tray-note.tsx'
import { uploads } from './uploads.ts'

interface ResumableProps {
  resumable: readonly StoredUpload[]
}

/**
 * Offers uploads from before a reload: some continue with one click, for others the files must be
 * chosen again.
 */
export function ResumableNotice({ resumable }: ResumableProps) {
  const reopenable = resumable.filter(({ handle }) => handle)
  const withoutHandle = resumable.filter(({ handle }) => !handle)
  return (
    <>
      {reopenable.length > 0 && <ReopenableNotice resumable={reopenable} />}
      {withoutHandle.length > 0 && <ChooseAgainNotice resumable={withoutHandle} />}
    </>
  )
}

/** The browser has the file handles and needs only the permission to read them. */
function ReopenableNotice({ resumable }: ResumableProps) {
  const { t } = useTranslation()
  return (
    <ResumableNote
      resumable={resumable}
      text={t('uploads.can_continue_known')}
      action={t('uploads.continue')}
      onAction={() => void uploads().resumable.open({ needsPrompt: true })}
    />
  )
}

function ChooseAgainNotice({ resumable }: ResumableProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [fromOtherDevice] = resumable.filter(({ device }) => device)
  const origin =
    fromOtherDevice &&
    t('uploads.begun_with', {
      device: fromOtherDevice.device,
      date: format.dateTime(new Date(fromOtherDevice.at).toISOString()),
    })
  // Single files come first; the remaining uploads then come from folders.
  const folder = resumable.every(({ path }) => path !== '')
  const choose = async () => {
    const picked = await pickFiles({ folder })
    if (picked.files.length > 0) await uploads().continueWith(picked)
  }
  return (
    <ResumableNote
      resumable={resumable}
      text={[origin, t('uploads.can_continue_text')].filter(Boolean).join(' ')}
      action={t(folder ? 'uploads.choose_folder' : 'uploads.choose_again')}
      onAction={() => void choose()}
    />
  )
}

interface ResumableNoteProps extends ResumableProps {
  text: string
  action: string
  onAction: () => void
}

function ResumableNote({ resumable, ...note }: ResumableNoteProps) {
  const { t } = useTranslation()
  const count = resumable.length
  const discard = async (title: string, confirm: string, ids: readonly string[]) => {
    const message = t('uploads.discard_text')
    const confirmed = await confirmPopup({ title, message, confirm, danger: true })
    if (confirmed) uploads().discardResumable(ids)
  }
  const discardAll = () => {
    const ids = resumable.map(({ id }) => id)
    return discard(t('uploads.discard_title', { count }), t('uploads.discard'), ids)
  }
  return (
    <>
      <TrayNote
        icon={Upload}
        title={t('uploads.can_continue', { count })}
        dismiss={t('uploads.discard')}
        onDismiss={() => void discardAll()}
        {...note}
      />
      <ResumableList
        resumable={resumable}
        onDiscard={({ name, ids }) =>
          void discard(
            t('uploads.discard_of_title', { name }),
            t('uploads.discard_of', { name }),
            ids,
          )
        }
      />
    </>
  )
}
