import type { maintenance as en } from '../../en/server/maintenance.ts'

export const maintenance: Record<keyof typeof en, string> = {
  'maintenance.title': '{{app}} está en mantenimiento',
  'maintenance.text':
    'Estamos trabajando en el servidor. Tus archivos están a salvo. Inténtalo más tarde.',
  'maintenance.sign_in': 'Iniciar sesión como administrador',
}
