<?php
declare(strict_types=1);

namespace UcpHost\Carts;

use UcpHost\Pricing\Destination;

defined( 'ABSPATH' ) || exit;

/** Wanted content of a cart, and the agent's data of the buyer. */
final class CartContent {

	/**
	 * @param array<int|string, int> $items Quantities by the id of a simple product, a variation, or a variation with a choice.
	 * @param string[]        $coupons
	 */
	public function __construct(
		public array $items,
		public array $coupons,
		public string $email,
		public string $name,
		public ?Destination $destination,
		/** Id of a shipping rate, or `pickup`; empty for the cheapest delivery. */
		public string $shipping_option = ''
	) {}

	public static function of_array( array $stored ): self {
		return new self(
			$stored['items'] ?? array(),
			$stored['coupons'] ?? array(),
			$stored['email'] ?? '',
			$stored['name'] ?? '',
			isset( $stored['destination'] ) ? Destination::of_array( $stored['destination'] ) : null,
			$stored['shipping_option'] ?? ''
		);
	}

	/** @return string[] What the checkout is filled in with, one line each. */
	public function details(): array {
		return array_values( array_filter( array_merge( array( $this->name, $this->email ), $this->destination ? $this->destination->lines() : array() ), 'strlen' ) );
	}

	public function to_array(): array {
		return array(
			'items'           => (object) $this->items,
			'coupons'         => $this->coupons,
			'email'           => $this->email,
			'name'            => $this->name,
			'destination'     => $this->destination?->to_array(),
			'shipping_option' => $this->shipping_option,
		);
	}
}
