import type { account as en } from '../en/account.ts'

export const account: Record<keyof typeof en, string> = {
  'account.profile': 'Perfil',
  'account.security': 'Seguridad',
  'account.storage': 'Almacenamiento',
  'account.data': 'Tus datos',
  'account.billing': 'Facturación',
  'account.gateway_system': 'Sistema',
  'account.sign_out': 'Cerrar sesión',
  'account.since': 'Miembro desde: {{date}}',
  'account.display': 'Visualización',
  'account.first_name': 'Nombre',
  'account.last_name': 'Apellidos',

  'avatar.add': 'Añadir foto',
  'avatar.change': 'Cambiar foto',
  'avatar.remove': 'Quitar',
  'avatar.hint':
    'La ven las personas con las que compartes. JPEG, PNG, WebP, GIF, AVIF o HEIC, hasta {{limit}}.',
  'avatar.changed': 'Foto actualizada.',
  'avatar.too_large': 'La foto puede ocupar como máximo {{limit}}.',

  'auto_save.saving': 'Guardando…',
  'auto_save.saved': 'Guardado',
  'auto_save.retry': 'Reintentar',
  'auto_save.failed': 'No se ha podido guardar «{{field}}». {{message}}',

  'time_zone.title': 'Zona horaria',
  'time_zone.text': 'Se usa en todas las fechas y horas.',
  'time_zone.own': 'La de este dispositivo',
  'time_zone.search': 'Ciudad, región o UTC+1',
  'time_zone.none': 'Ninguna zona horaria coincide',

  'fields.name': 'Nombre',
  'fields.email': 'Correo electrónico',
  'fields.password': 'Contraseña',
  'fields.repeated': 'Confirmar contraseña',

  'password.show': 'Mostrar contraseña',
  'password.rule': 'Al menos 8 caracteres',
  'password.too_short': 'Demasiado corta',
  'password.weak': 'Fácil de adivinar',
  'password.fair': 'Podría ser más segura',
  'password.good': 'Buena',
  'password.strong': 'Muy segura',
  'password.common': 'Demasiado común',
  'password.own_words': 'Contiene tu nombre o tu correo',
  'password.differs': 'Las contraseñas no coinciden.',

  'sign_in.title': 'Hola de nuevo',
  'sign_in.lead': 'Accede a tus archivos.',
  'sign_in.forgotten': '¿Has olvidado la contraseña?',
  'sign_in.submit': 'Iniciar sesión',
  'sign_in.new_here': '¿Es tu primera vez?',
  'sign_in.create_account': 'Crear una cuenta',

  'sign_up.title': 'Crea tu cuenta',
  'sign_up.lead': 'Guarda, encuentra y comparte tus archivos.',
  'sign_up.submit': 'Crear cuenta',
  'sign_up.have_account': '¿Ya tienes una cuenta?',
  'sign_up.closed': 'El registro está cerrado',
  'sign_up.closed_text': 'Pide una cuenta al administrador de este servidor.',

  'logout.title': 'Cerrando la sesión',
  'logout.message': 'Un momento, por favor.',
}
