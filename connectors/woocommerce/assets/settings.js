/* Copy buttons, and buttons that are pressed once. Without scripts the page works as well. */
(() => {
  function enableCopying(button) {
    button.addEventListener('click', () => {
      const field = document.getElementById(button.dataset.ucpHostCopy);
      field.select();
      const done = () => {
        window.wp.a11y.speak(window.ucpHost.copied);
        button.textContent = window.ucpHost.copied;
      };
      if (navigator.clipboard) {
        navigator.clipboard.writeText(field.value).then(done);
      } else if (document.execCommand('copy')) {
        done();
      }
    });
  }

  function pressOnce(form) {
    form.addEventListener('submit', () => {
      form.setAttribute('aria-busy', 'true');
      for (const button of form.querySelectorAll('button')) {
        button.disabled = true;
      }
    });
  }

  document.querySelectorAll('[data-ucp-host-copy]').forEach(enableCopying);
  document.querySelectorAll('.ucp-host-form').forEach(pressOnce);
  // Back on the page by the browser's own way, its buttons would still be pressed.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) {
      window.location.reload();
    }
  });
})();
