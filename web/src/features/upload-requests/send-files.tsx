import type { AskedUpload } from '@coffer/contract/request-guests'
import { Button } from '@mantine/core'
import { CircleCheck, CircleDashed, UploadCloud } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dangerToast } from '../../ui/toasts/toasts.ts'
import { useAskedCalls } from './asked.api.ts'
import classes from './asked-page.module.css'
import { FinishDialog } from './finish-dialog.tsx'
import { OutgoingRows } from './outgoing-rows.tsx'
import type { WantedAs } from './send-file.ts'
import { SentRows } from './sent-rows.tsx'
import { useSending } from './use-sending.ts'

/** Everything a guest does while a request is open. */
export function SendFiles({ asked }: { asked: AskedUpload }) {
  const { t } = useTranslation()
  const { token, documents, sent_files } = asked.attributes
  const { refresh } = useAskedCalls(token)
  const sending = useSending(token, refresh)
  const pick = usePicking(sending.add)
  const [isFinishing, setFinishing] = useState(false)
  useLeaveWarning(sending.isSending)
  const isListed = sending.all.length > 0 || sent_files > 0
  return (
    <>
      {pick.input}
      {documents.length > 0 && <Checklist documents={documents} onChoose={pick.open} />}
      <DropZone onChoose={() => pick.open(null)} onFiles={sending.add} />
      {isListed && (
        <section className={classes.card} aria-labelledby="sent">
          <h2 id="sent" className={classes.subtitle}>
            {t('asked.sent')}
          </h2>
          <OutgoingRows sending={sending} />
          <SentRows asked={asked} />
        </section>
      )}
      {sent_files > 0 && (
        <Button
          size="md"
          className={classes.finish}
          disabled={sending.isSending}
          onClick={() => setFinishing(true)}
        >
          {t('asked.finish')}
        </Button>
      )}
      {isFinishing && <FinishDialog asked={asked} onClose={() => setFinishing(false)} />}
    </>
  )
}

/** Opens the system's choice of files, for a document that is wanted or for none. */
function usePicking(onFiles: (files: File[], document: WantedAs | null) => void) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef<WantedAs | null>(null)
  return {
    open(document: WantedAs | null): void {
      wanted.current = document
      input.current?.click()
    },
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('asked.choose')}
        onChange={event => {
          onFiles([...(event.target.files ?? [])], wanted.current)
          // The same file can be chosen again.
          event.target.value = ''
        }}
      />
    ),
  }
}

interface DropZoneProps {
  onChoose: () => void
  onFiles: (files: File[]) => void
}

function DropZone({ onChoose, onFiles }: DropZoneProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry())
    const files = [...event.dataTransfer.files].filter((_, at) => !entries[at]?.isDirectory)
    if (files.length < event.dataTransfer.files.length) dangerToast(t('asked.folder'))
    onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadCloud size={40} strokeWidth={1.25} aria-hidden />
      <p className={classes.dropTitle}>{t('asked.drop')}</p>
      <p className={classes.dropText}>{t('asked.drop_text')}</p>
      <Button size="md" onClick={onChoose}>
        {t('asked.choose')}
      </Button>
    </div>
  )
}

interface ChecklistProps {
  documents: AskedUpload['attributes']['documents']
  onChoose: (document: WantedAs) => void
}

function Checklist({ documents, onChoose }: ChecklistProps) {
  const { t } = useTranslation()
  return (
    <section className={classes.card} aria-labelledby="checklist">
      <h2 id="checklist" className={classes.subtitle}>
        {t('asked.checklist')}
      </h2>
      <ul className={classes.list}>
        {documents.map(({ id, tipo_id, tipo_nombre, subcategory_id, ...one }) => {
          const name = [tipo_nombre, one.subcategory_nombre].filter(Boolean).join(' · ')
          const Mark = one.is_missing ? CircleDashed : CircleCheck
          return (
            <li key={id} className={classes.row}>
              <Mark
                size={20}
                strokeWidth={1.75}
                className={one.is_missing ? classes.missing : classes.there}
                aria-hidden
              />
              <span className={classes.name}>{name}</span>
              <span className={classes.size}>
                {t(one.is_missing ? 'asked.missing' : 'asked.there')}
              </span>
              <Button
                variant="default"
                size="xs"
                aria-label={t('asked.choose_for', { name })}
                onClick={() => onChoose({ tipo_id, subcategory_id })}
              >
                {t('asked.choose_short')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What is on its way is lost with the page. */
function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])
}
