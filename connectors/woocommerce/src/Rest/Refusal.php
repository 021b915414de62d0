<?php
declare(strict_types=1);

namespace UcpHost\Rest;

use RuntimeException;
use WP_Error;

defined( 'ABSPATH' ) || exit;

/** Error response of the connector. */
final class Refusal extends RuntimeException {

	private function __construct(
		private string $wire_code,
		string $message,
		private array $data
	) {
		parent::__construct( $message );
	}

	/** @param array<int, array{id: int, problem: string, message: string, available?: int}> $items */
	public static function items( array $items ): self {
		$message = implode( ' ', array_column( $items, 'message' ) );
		return new self(
			'ucp_host_items_refused',
			$message,
			array(
				'status' => 409,
				'items'  => $items,
			)
		);
	}

	/** The shop's rules about whole carts refuse this one. @param string $message In the shop's own words. */
	public static function cart( string $message ): self {
		return new self( 'ucp_host_cart_refused', $message, array( 'status' => 409 ) );
	}

	public static function cart_paid(): self {
		$message = __( 'This cart has been paid and can no longer be changed.', 'ucp-host' );
		return new self( 'ucp_host_cart_paid', $message, array( 'status' => 409 ) );
	}

	/** Buyers see WooCommerce's "coming soon" page in place of the checkout. */
	public static function coming_soon(): self {
		return new self( 'ucp_host_coming_soon', __( 'The shop is not open yet: it is in "coming soon" mode.', 'ucp-host' ), array( 'status' => 409 ) );
	}

	public static function invalid_country(): self {
		return new self( 'ucp_host_invalid_country', __( 'There is no such country.', 'ucp-host' ), array( 'status' => 400 ) );
	}

	public static function shipping_failed(): self {
		return new self( 'ucp_host_shipping_failed', __( 'A shipping method of the shop fails for this destination.', 'ucp-host' ), array( 'status' => 409 ) );
	}

	public static function busy(): self {
		return new self( 'ucp_host_cart_busy', __( 'This cart is being changed by another request.', 'ucp-host' ), array( 'status' => 503 ) );
	}

	public static function pairing_busy(): self {
		return new self( 'ucp_host_pairing_busy', __( 'This shop is being paired, or its webhooks are being changed, by another request.', 'ucp-host' ), array( 'status' => 503 ) );
	}

	public static function not_pairing(): self {
		return new self( 'ucp_host_not_pairing', __( 'This shop is neither paired nor being paired.', 'ucp-host' ), array( 'status' => 404 ) );
	}

	public function to_error(): WP_Error {
		return new WP_Error( $this->wire_code, $this->getMessage(), $this->data );
	}
}
