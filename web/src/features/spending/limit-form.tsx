import { type Money, parseMoney, toTypedMoney } from '@coffer/contract/money'
import { Button, TextInput } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SwitchRow } from '../../ui/form/switch-row.tsx'
import classes from './limit-form.module.css'

interface LimitFormProps {
  icon: LucideIcon
  kind: 'alert' | 'cap'
  limit: Money | null
  currency: string
  /** Offered when it is turned on, in minor units. */
  suggestion: number
  /** @returns whether it was saved */
  save: (amount: number | null) => Promise<boolean>
}

/** An amount that can be turned off: the billing alert or the spending cap. */
export function LimitForm({ icon: Icon, kind, limit, currency, suggestion, save }: LimitFormProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [draft, setDraft] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const stored = toTypedMoney({ amount: limit?.amount ?? suggestion, currency }, locale)
  const text = draft ?? stored
  const amount = parseMoney(text, currency, locale)?.amount
  const isValid = amount !== undefined && amount > 0
  async function apply(value: number | null) {
    // Text that is typed while it is being saved is kept.
    if (await save(value)) setDraft(current => (current === draft ? undefined : current))
  }
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isValid) return
    setIsSaving(true)
    await apply(amount)
    setIsSaving(false)
  }
  return (
    <section className={classes.limit}>
      <SwitchRow
        label={
          <span className={classes.label}>
            <span className={classes.icon} data-kind={kind} aria-hidden>
              <Icon size={17} />
            </span>
            {t(`usage.${kind}`)}
          </span>
        }
        text={t(`usage.${kind}_text`)}
        isOn={limit !== null}
        onChange={isOn => void apply(isOn ? suggestion : null)}
      />
      {limit && (
        <form className={classes.form} onSubmit={event => void submit(event)}>
          <TextInput
            aria-label={t(`usage.${kind}_amount`, { currency })}
            leftSection={<span className={classes.currency}>{currency}</span>}
            leftSectionWidth={48}
            inputMode="decimal"
            value={text}
            error={draft !== undefined && !isValid ? t('validation.number') : undefined}
            onChange={event => setDraft(event.currentTarget.value)}
          />
          {draft !== undefined && draft !== stored && (
            <Button type="submit" disabled={!isValid} loading={isSaving}>
              {t('usage.save')}
            </Button>
          )}
        </form>
      )}
    </section>
  )
}
