import type { security as en } from '../en/security.ts'

export const security: Record<keyof typeof en, string> = {
  'password.change_title': 'Cambia tu contraseña',
  'password.change_text': 'Una contraseña nueva cierra tu sesión en los demás dispositivos.',
  'password.current': 'Contraseña actual',
  'password.new': 'Contraseña nueva',
  'password.new_repeated': 'Confirmar contraseña nueva',
  'password.change': 'Cambiar contraseña',
  'password.revoke_tokens': 'Revocar también mis tokens de acceso',
  'password.revoke_tokens_text':
    'Las aplicaciones que los usan perderán el acceso. Hazlo si otra persona puede conocer tu contraseña anterior.',
  'password.changed': 'Contraseña cambiada',
  'password.changed_text': 'Se ha cerrado la sesión en los demás dispositivos.',

  'choose_password.title': 'Elige una contraseña',
  'choose_password.none': 'Esta cuenta todavía no tiene contraseña.',
  'choose_password.none_but':
    'Esta cuenta todavía no tiene contraseña. Inicias sesión con {{services}}.',
  'choose_password.what_for':
    'Necesitas una para configurar la verificación en dos pasos o llaves de acceso, cerrar sesiones, crear tokens de acceso, exportar tus datos o eliminar tu cuenta.',
  'choose_password.how':
    'Te enviaremos un enlace a {{email}}. Cuando elijas una contraseña, se cerrará la sesión en todos los dispositivos. Después podrás entrar con ella o como antes.',
  'choose_password.send': 'Enviar enlace',
  'choose_password.sent': 'Hemos enviado un correo a {{email}}.',
  'choose_password.sent_another': 'Hemos enviado otro correo a {{email}}.',
  'choose_password.follow':
    'Abre su enlace antes de una hora para elegir tu contraseña. Después se cerrará la sesión en todos los dispositivos. Si no llega nada, mira en la carpeta de spam.',

  'activity.title': 'Actividad reciente',
  'activity.text':
    'Inicios de sesión y cambios en tu cuenta. Si no reconoces algo, cambia tu contraseña.',
  'activity.none': 'Todavía no hay actividad.',
  'activity.more': 'Mostrar más',

  'security.your_password': 'Tu contraseña',
  'security.continue': 'Continuar',

  'two_factor.title': 'Verificación en dos pasos',
  'two_factor.on': 'Activada',
  'two_factor.off': 'Desactivada',
  'two_factor.text_on':
    'Activada desde el {{date}}. Para entrar hacen falta tu contraseña y un código de tu aplicación.',
  'two_factor.text_off':
    'Pide además un código de una aplicación de tu teléfono, para que no baste con una contraseña robada.',
  'two_factor.required': 'Un paso más',
  'two_factor.required_text':
    'Este servidor exige la verificación en dos pasos: un código de una aplicación de tu teléfono. Configúrala para acceder a tus archivos.',
  'two_factor.set_up': 'Configurar',
  'two_factor.set_up_title': 'Configurar la verificación en dos pasos',
  'two_factor.password_text': 'Primero, escribe tu contraseña.',
  'two_factor.scan_text':
    'Escanéalo con una aplicación de autenticación, como Aegis, 1Password o Google Authenticator.',
  'two_factor.qr_alt': 'Código QR para la aplicación de autenticación',
  'two_factor.type_text': '¿No puedes escanearlo? Escribe esta clave en la aplicación:',
  'two_factor.open_app': 'Abrir la aplicación en este dispositivo',
  'two_factor.first_code': 'Código de la aplicación',
  'two_factor.turn_on': 'Activar',
  'two_factor.codes': 'Tus códigos de recuperación',
  'two_factor.codes_text':
    'Úsalos para entrar sin tu teléfono. Cada uno funciona una vez. Guárdalos en un lugar seguro: no se volverán a mostrar.',
  'two_factor.file_head': 'Códigos de recuperación de Coffer. Cada uno funciona una vez.',
  'two_factor.save_codes': 'Descargar',
  'two_factor.codes_saved': 'Ya los guardé',
  'two_factor.new_codes': 'Códigos nuevos',
  'two_factor.new_codes_text': 'Diez códigos nuevos sustituyen a los que tienes.',
  'two_factor.new_codes_submit': 'Crear códigos nuevos',
  'two_factor.codes_left_one': 'Queda {{count, number}} código de recuperación',
  'two_factor.codes_left_other': 'Quedan {{count, number}} códigos de recuperación',
  'two_factor.codes_few': 'Crea otros antes de que se agoten.',
  'two_factor.turn_off': 'Desactivar',
  'two_factor.turn_off_title': '¿Desactivar la verificación en dos pasos?',
  'two_factor.turn_off_text': 'Entrarás solo con tu contraseña.',
  'two_factor.turned_off': 'La verificación en dos pasos está desactivada.',

  'second_step.title': 'Un paso más',
  'second_step.lead': 'Escribe el código de tu aplicación de autenticación.',
  'second_step.code': 'Código',
  'second_step.recovery_lead':
    'Escribe uno de tus códigos de recuperación. Cada uno funciona una vez.',
  'second_step.recovery_code': 'Código de recuperación',
  'second_step.use_recovery': 'Usar un código de recuperación',
  'second_step.use_code': 'Usar un código de la aplicación',

  'passkeys.title': 'Llaves de acceso',
  'passkeys.text':
    'Entra con tu huella, tu cara o el PIN de tu dispositivo en lugar de contraseña y código.',
  'passkeys.impossible':
    'Las llaves de acceso necesitan HTTPS y un nombre de dominio. Abre Coffer en su dirección https para añadir una.',
  'passkeys.other_address':
    'Las llaves de acceso solo funcionan en {{address}}. Abre Coffer ahí para añadir una.',
  'passkeys.none': 'Todavía no tienes llaves de acceso.',
  'passkeys.add': 'Añadir',
  'passkeys.add_title': 'Añadir una llave de acceso',
  'passkeys.add_text': 'Después, tu navegador preguntará dónde guardarla.',
  'passkeys.name': 'Nombre',
  'passkeys.name_text': 'Opcional. Por ejemplo, «Portátil del trabajo».',
  'passkeys.added': 'Ya puedes entrar con {{name}}.',
  'passkeys.since': 'Añadida: {{date}}',
  'passkeys.used': 'Último uso: {{date}}',
  'passkeys.unused': 'Sin usar todavía',
  'passkeys.rename': 'Cambiar nombre',
  'passkeys.rename_named': 'Cambiar el nombre de {{name}}',
  'passkeys.remove': 'Quitar',
  'passkeys.remove_named': 'Quitar {{name}}',
  'passkeys.remove_title': '¿Quitar {{name}}?',
  'passkeys.remove_text':
    'Ya no servirá para entrar y se cerrarán las demás sesiones. Puede que tu dispositivo la siga ofreciendo.',
  'passkeys.removed': 'Se ha quitado {{name}}.',
  'passkeys.sign_in': 'Entrar con una llave de acceso',

  'linked.title': 'Otras formas de entrar',
  'linked.text':
    'Cuentas de otros servicios con las que puedes entrar. Los que verifican tu correo, como Google y GitHub, se añaden la primera vez que entras con ellos.',
  'linked.none': 'No entras con ningún otro servicio.',
  'linked.since': 'Añadida: {{date}}',
  'linked.remove': 'Quitar',
  'linked.remove_named': 'Quitar {{provider}}',
  'linked.remove_title': '¿Dejar de entrar con {{provider}}?',
  'linked.remove_text':
    'Ya no servirá para entrar y se cerrarán las demás sesiones. Tu cuenta de ese servicio no se ve afectada.',
  'linked.removed': 'Ya no puedes entrar con {{provider}}.',

  'sessions.title': 'Sesiones activas',
  'sessions.text': 'Cierra las sesiones que no reconozcas.',
  'sessions.this_device': 'Este dispositivo',
  'sessions.unknown_device': 'Dispositivo desconocido',
  'sessions.now': 'Activa ahora',
  'sessions.local': 'Red local',
  'sessions.seen': 'Última actividad: {{date}}',
  'sessions.since': 'Sesión iniciada: {{date}}',
  'sessions.end': 'Cerrar sesión',
  'sessions.end_named': 'Cerrar la sesión de {{name}}',
  'sessions.end_title': '¿Cerrar la sesión de {{name}}?',
  'sessions.end_text': 'Perderá el acceso al momento.',
  'sessions.ended': 'Se ha cerrado la sesión de {{name}}.',
  'sessions.end_others': 'Cerrar las demás',
  'sessions.end_others_title': '¿Cerrar todas las demás sesiones?',
  'sessions.end_others_text': 'Solo seguirás dentro en este dispositivo.',
  'sessions.end_others_confirm': 'Cerrar las demás',
  'sessions.others_ended': 'Se han cerrado las demás sesiones.',
}
