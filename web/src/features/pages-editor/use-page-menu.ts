import type { PageEntry } from '@coffer/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MenuAction } from '../../ui/menu-entry.tsx'
import { confirmPopup, failurePopup } from '../../ui/popups/popups.ts'
import { successToast } from '../../ui/toasts/toasts.ts'
import { movePage, removePage } from './pages.api.ts'

/** The actions of a page. It moves past the shown page before or after it. */
export function usePageMenu(rows: readonly PageEntry[]): (page: PageEntry) => MenuAction[] {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = async ({ attributes: { slug, title } }: PageEntry) => {
    const isConfirmed = await confirmPopup({
      title: t('pages.delete_title', { title }),
      message: t('pages.delete_text'),
      confirm: t('pages.delete'),
      danger: true,
    })
    if (!isConfirmed) return
    await removePage(queries, slug)
    successToast(t('pages.deleted'))
  }
  const run = (work: () => Promise<unknown>) => () => void work().catch(failurePopup)
  return page => {
    const { slug, visibility, is_required, position } = page.attributes
    const byPosition = rows.toSorted((a, b) => a.attributes.position - b.attributes.position)
    const before = byPosition.findLast(row => row.attributes.position < position)
    const after = byPosition.find(row => row.attributes.position > position)
    const moveTo = (other: PageEntry) => run(() => movePage(queries, slug, other.attributes.slug))
    return [
      {
        label: t('pages.edit'),
        icon: Pencil,
        run: () => void navigate({ to: '/admin/pages/$slug', params: { slug } }),
      },
      ...(visibility === 'draft'
        ? []
        : [
            {
              label: t('pages.open'),
              icon: ExternalLink,
              run: () => void window.open(`/page/${slug}`, '_blank', 'noopener'),
            },
          ]),
      ...(before ? [{ label: t('pages.move_up'), icon: ArrowUp, run: moveTo(before) }] : []),
      ...(after ? [{ label: t('pages.move_down'), icon: ArrowDown, run: moveTo(after) }] : []),
      ...(is_required
        ? []
        : [
            {
              label: t('pages.delete'),
              icon: Trash2,
              danger: true,
              parted: true,
              run: run(() => remove(page)),
            },
          ]),
    ]
  }
}
