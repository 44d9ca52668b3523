import type { AuditEntry } from '@coffer/contract/audit'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { DialogBox } from '../../ui/dialog-box.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import classes from './audit.module.css'
import { useActorName } from './audit-columns.tsx'

interface EntryDialogProps {
  entry: AuditEntry
  onClose: () => void
}

/** All details of an entry of the audit log. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useActorName()
  const { text, at, action, actor, ip, device, target, request_id, before, after } =
    entry.attributes
  return (
    <DialogBox
      opened
      onClose={onClose}
      title={t('audit.entry', { number: entry.id })}
      className={classes.dialog}
    >
      <p className={classes.lead}>{text}</p>
      <Facts>
        <Fact label={t('audit.column_time')}>{format.exactDate(at)}</Fact>
        <Fact label={t('audit.column_user')}>{nameOf(entry)}</Fact>
        {actor.token && <Fact label={t('audit.token')}>{actor.token}</Fact>}
        {ip && <Fact label={t('audit.column_ip')}>{ip}</Fact>}
        {device && <Fact label={t('audit.column_device')}>{device}</Fact>}
        {target && (
          <Fact label={t('audit.column_target')}>
            {target.name} {target.id && <span className={classes.code}>{target.id}</span>}
          </Fact>
        )}
        <Fact label={t('audit.column_action')}>
          <span className={classes.code}>{action}</span>
        </Fact>
        {request_id && (
          <Fact label={t('audit.request')}>
            <span className={classes.code}>{request_id}</span>
          </Fact>
        )}
      </Facts>
      {(before || after) && <Changes before={before} after={after} />}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('popups.close')}
        </Button>
      </DialogButtons>
    </DialogBox>
  )
}

type Details = AuditEntry['attributes']['before']

function Changes({ before, after }: { before: Details; after: Details }) {
  const { t } = useTranslation()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <div className={classes.changes}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            {before && <th scope="col">{t('audit.before')}</th>}
            {after && <th scope="col">{t('audit.after')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(field => (
            <tr key={field}>
              <th scope="row" className={classes.code}>
                {field}
              </th>
              {before && <td>{shownValue(before[field])}</td>}
              {after && <td>{shownValue(after[field])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Values are shown as stored, because they belong to many features. */
function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
