/* Copy buttons, and buttons that are pressed once. Without scripts the page works as well. */
(function () {
  document.querySelectorAll('[data-ucp-host-copy]').forEach(function (button) {
    button.addEventListener('click', function () {
      var field = document.getElementById(button.getAttribute('data-ucp-host-copy'));
      field.select();
      var done = function () {
        window.wp.a11y.speak(window.ucpHost.copied);
        button.textContent = window.ucpHost.copied;
      };
      if (navigator.clipboard) {
        navigator.clipboard.writeText(field.value).then(done);
      } else if (document.execCommand('copy')) {
        done();
      }
    });
  });
  document.querySelectorAll('.ucp-host-form').forEach(function (form) {
    form.addEventListener('submit', function () {
      form.setAttribute('aria-busy', 'true');
      form.querySelectorAll('button').forEach(function (button) {
        button.disabled = true;
      });
    });
  });
  window.addEventListener('pageshow', function (event) {
    if (event.persisted) {
      window.location.reload();
    }
  });
})();
