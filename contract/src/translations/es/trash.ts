import type { trash as en } from '../en/trash.ts'

export const trash: Record<keyof typeof en, string> = {
  'trash.emptying': 'Vaciando la papelera',
  'trash.emptying_progress': '{{done, number}} de {{total, number}} elementos eliminados',
  'trash.emptying_hint':
    'Puedes salir de esta página. Lo que elimines a partir de ahora se queda en la papelera.',
}
