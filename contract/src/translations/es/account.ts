import type { account as en } from '../en/account.ts'

export const account: Record<keyof typeof en, string> = {
  'account.profile': 'Perfil',
  'account.security': 'Seguridad',
  'account.storage': 'Almacenamiento',
  'account.data': 'Tus datos',
  'account.billing': 'Facturación',
  'account.sign_out': 'Cerrar sesión',
  'account.since': 'Aquí desde: {{date}}',
  'account.display': 'Cómo se muestra todo',
  'account.first_name': 'Nombre',
  'account.last_name': 'Apellidos',

  'avatar.add': 'Añadir una foto',
  'avatar.change': 'Cambiar la foto',
  'avatar.remove': 'Quitar',
  'avatar.hint':
    'La ven las personas con las que compartes. JPEG, PNG, WebP, GIF, AVIF o HEIC, hasta {{limit}}.',
  'avatar.changed': 'Tu foto se ha cambiado.',
  'avatar.too_large': 'Una foto puede tener como máximo {{limit}}.',

  'auto_save.saving': 'Guardando…',
  'auto_save.saved': 'Guardado',
  'auto_save.retry': 'Reintentar',

  'time_zone.title': 'Zona horaria',
  'time_zone.text': 'Para todas las fechas y horas que ves.',
  'time_zone.own': 'Como en este dispositivo',
  'time_zone.search': 'Ciudad, región o UTC+1',
  'time_zone.none': 'No existe ese lugar.',

  'fields.name': 'Nombre',
  'fields.email': 'Correo electrónico',
  'fields.password': 'Contraseña',
  'fields.repeated': 'Contraseña, otra vez',

  'password.show': 'Mostrar la contraseña',
  'password.rule': 'Al menos 8 caracteres',
  'password.too_short': 'Demasiado corta',
  'password.weak': 'Fácil de adivinar',
  'password.fair': 'Podría ser mejor',
  'password.good': 'Buena',
  'password.strong': 'Muy buena',
  'password.common': 'De las más usadas',
  'password.own_words': 'Hecha de tus datos',
  'password.differs': 'Las dos contraseñas no coinciden.',

  'sign_in.title': 'Hola de nuevo',
  'sign_in.lead': 'Entra a tus archivos.',
  'sign_in.forgotten': '¿Olvidada?',
  'sign_in.submit': 'Iniciar sesión',
  'sign_in.new_here': '¿Es tu primera vez?',
  'sign_in.create_account': 'Crea una cuenta',

  'sign_up.title': 'Crea tu cuenta',
  'sign_up.lead': 'Un lugar propio para tus archivos.',
  'sign_up.submit': 'Crear cuenta',
  'sign_up.have_account': '¿Ya tienes una cuenta?',
  'sign_up.closed': 'El registro está cerrado',
  'sign_up.closed_text': 'Pide una cuenta a quien administra este servidor.',

  'logout.title': 'Cerrando la sesión',
  'logout.message': 'Un momento, por favor.',
}
