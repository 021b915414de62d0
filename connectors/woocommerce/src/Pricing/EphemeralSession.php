<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Session_Handler;

defined( 'ABSPATH' ) || exit;

/**
 * A session that is forgotten with the request: no row, no cookie, no hook. It extends WooCommerce's own handler, which plugins
 * demand by its name, and overrides each of its public methods.
 */
final class EphemeralSession extends WC_Session_Handler {

	/** WooCommerce's constructor reads a cookie's name and may write a transient. */
	public function __construct() {
		$this->set_session_expiration();
	}

	/** Plugins that track visitors, such as those for abandoned carts, skip one without an id. */
	public function init(): void {
		$this->init_session_cookie();
	}

	public function init_session_cookie(): void {
		$this->_customer_id = '';
		$this->_data        = array();
	}

	public function has_session(): bool {
		return false;
	}

	public function get_session_cookie(): bool {
		return false;
	}

	public function generate_customer_id(): string {
		return '';
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

	public function set_session_expiration(): void {
		$this->_session_expiring   = time() + DAY_IN_SECONDS;
		$this->_session_expiration = time() + 2 * DAY_IN_SECONDS;
	}

	public function nonce_user_logged_out( $uid ) {
		return $uid;
	}

	public function maybe_update_nonce_user_logged_out( $uid, $action ) {
		return $uid;
	}

	public function set_customer_session_cookie( $set ): void {}

	public function maybe_set_customer_session_cookie(): void {}

	public function save_data( $old_session_key = '' ): void {}

	public function update_session_timestamp( $customer_id, $timestamp ): void {}

	public function delete_session( $customer_id ): void {}

	public function destroy_session(): void {}

	public function destroy_session_if_empty(): void {}

	public function forget_session(): void {}

	public function cleanup_sessions(): void {}

	/** @return void */
	protected function init_hooks() {}
}
