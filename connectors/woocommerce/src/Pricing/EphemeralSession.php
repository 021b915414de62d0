<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Session;

defined( 'ABSPATH' ) || exit;

/** A session that is forgotten with the request: no row, no cookie. The empty methods are those that WooCommerce's own has besides. */
final class EphemeralSession extends WC_Session {

	/** Plugins that track visitors, such as those for abandoned carts, skip one without an id. */
	public function init(): void {
		$this->_customer_id = '';
		$this->_data        = array();
	}

	public function has_session(): bool {
		return false;
	}

	public function get_session_cookie(): bool {
		return false;
	}

	public function get_customer_unique_id(): string {
		return '';
	}

	public function get_session( $customer_id, $default_value = false ) {
		return $default_value;
	}

	public function get_session_data(): array {
		return array();
	}

	public function set_customer_session_cookie( $set ): void {}

	public function save_data( $old_session_key = 0 ): void {}

	public function destroy_session(): void {}

	public function forget_session(): void {}
}
