import type { Plan } from '@coffer/contract/plans'
import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '../../ui/form/form-failure.tsx'
import { useFormCall } from '../../ui/form/use-form-call.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { successToast } from '../../ui/toasts/toasts.ts'
import classes from './plan-settings.module.css'
import { usePlanCalls } from './plans.api.ts'

/** Deletes or archives a plan once its name was typed. */
export function DeletePlan({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { remove, refresh } = usePlanCalls()
  const { name, status, type } = plan.attributes
  const { is_used: isUsed } = plan.meta
  const form = useForm({
    initialValues: { name: '' },
    validate: {
      name: value => (value.trim() === name ? null : t('admin_plans.name_differs')),
    },
  })
  const { submit, busy, failure } = useFormCall(form, async values => {
    const result = await remove(plan.id, values.name)
    // Before the plan's own page is fetched again without it.
    await navigate({ to: '/admin/plans', search: {} })
    await refresh()
    successToast(t(result === 'deleted' ? 'admin_plans.deleted' : 'admin_plans.archived', { name }))
  })
  if (isUsed && status === 'archived')
    return (
      <SectionCard
        title={t('admin_plans.status_archived')}
        text={t(`admin_plans.archived_note_${type}`)}
      />
    )
  return (
    <SectionCard
      title={isUsed ? t('admin_plans.archive') : t('admin_plans.delete_title', { name })}
      text={t(isUsed ? `admin_plans.delete_used_text_${type}` : 'admin_plans.delete_text')}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          {...form.getInputProps('name')}
          label={t('admin_plans.type_name', { name })}
          autoComplete="off"
          spellCheck={false}
        />
        <FormFailure>{failure}</FormFailure>
        <div>
          <Button type="submit" color="danger" loading={busy}>
            {t(isUsed ? 'admin_plans.archive_confirm' : 'admin_plans.delete_confirm')}
          </Button>
        </div>
      </form>
    </SectionCard>
  )
}
