import { Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { confirmPopup } from '../../ui/popups/popups.ts'
import { pickFiles } from './pick-files.ts'
import { ResumableList } from './resumable-list.tsx'
import type { StoredUpload } from './stored-upload.ts'
import { TrayNote } from './tray-note.tsx'
import { uploads } from './uploads.ts'

interface EarlierProps {
  earlier: readonly StoredUpload[]
}

/** Uploads from before a reload: what one click brings back, and what is to be chosen again. */
export function ResumableNotice({ earlier }: EarlierProps) {
  const known = earlier.filter(({ handle }) => handle)
  const lost = earlier.filter(({ handle }) => !handle)
  return (
    <>
      {known.length > 0 && <Known earlier={known} />}
      {lost.length > 0 && <Lost earlier={lost} />}
    </>
  )
}

/** The browser knows where the files are, and only wants to be told that they may be read. */
function Known({ earlier }: EarlierProps) {
  const { t } = useTranslation()
  return (
    <EarlierNote
      earlier={earlier}
      text={t('uploads.can_continue_known')}
      action={t('uploads.continue')}
      onAction={() => void uploads().earlier.open({ needsPrompt: true })}
    />
  )
}

function Lost({ earlier }: EarlierProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [elsewhere] = earlier.filter(({ device }) => device)
  const begun =
    elsewhere &&
    t('uploads.begun_with', {
      device: elsewhere.device,
      date: format.dateTime(new Date(elsewhere.at).toISOString()),
    })
  // Single files come first; what is left then came in folders.
  const folder = earlier.every(({ path }) => path !== '')
  const choose = async () => {
    const picked = await pickFiles({ folder })
    if (picked.files.length > 0) await uploads().continueWith(picked)
  }
  return (
    <EarlierNote
      earlier={earlier}
      text={[begun, t('uploads.can_continue_text')].filter(Boolean).join(' ')}
      action={t(folder ? 'uploads.choose_folder' : 'uploads.choose_again')}
      onAction={() => void choose()}
    />
  )
}

interface EarlierNoteProps extends EarlierProps {
  text: string
  action: string
  onAction: () => void
}

function EarlierNote({ earlier, ...note }: EarlierNoteProps) {
  const { t } = useTranslation()
  const count = earlier.length
  const giveUp = async (title: string, confirm: string, ids: readonly string[]) => {
    const message = t('uploads.give_up_text')
    const agreed = await confirmPopup({ title, message, confirm, danger: true })
    if (agreed) uploads().discardResumable(ids)
  }
  const giveAllUp = () => {
    const ids = earlier.map(({ id }) => id)
    return giveUp(t('uploads.give_up_title', { count }), t('uploads.give_up'), ids)
  }
  return (
    <>
      <TrayNote
        icon={Upload}
        title={t('uploads.can_continue', { count })}
        dismiss={t('uploads.give_up')}
        onDismiss={() => void giveAllUp()}
        {...note}
      />
      <ResumableList
        earlier={earlier}
        onGiveUp={({ name, ids }) =>
          void giveUp(
            t('uploads.give_up_of_title', { name }),
            t('uploads.give_up_of', { name }),
            ids,
          )
        }
      />
    </>
  )
}
