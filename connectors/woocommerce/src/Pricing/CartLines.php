<?php
declare(strict_types=1);

namespace UcpHost\Pricing;

use WC_Cart;

defined( 'ABSPATH' ) || exit;

/**
 * Divides the lines of a cart into those of the wanted items and those that the shop has added (gifts, the goods of a bundle). A
 * product may be in a cart twice, and the shop may split a line or put a gift onto it.
 */
final class CartLines {

	/** @var array<string, array> Lines as WooCommerce has them, by key. */
	private array $all;

	/** @var array<int|string, array[]> Shares of lines by the id of the wanted item. */
	private array $wanted = array();

	/** @var array<string, array> Shares beyond the wanted items, by the key of their line. */
	private array $added = array();

	/**
	 * @param array<int|string, int>    $items Wanted quantities by id, as in requests.
	 * @param array<int|string, string> $keys  Keys of the cart's lines, as `add_to_cart` returned them for the items.
	 */
	public static function of( WC_Cart $cart, array $items, array $keys ): self {
		$lines      = new self();
		$lines->all = $cart->get_cart();
		foreach ( $lines->all as $key => $line ) {
			$lines->added[ $key ] = self::share( $line, (float) $line['quantity'] );
		}
		foreach ( $items as $id => $quantity ) {
			$lines->wanted[ $id ] = isset( $keys[ $id ] ) ? $lines->take( $id, $keys, (float) $quantity ) : array();
		}
		foreach ( $lines->wanted as $id => $shares ) {
			$lines->wanted[ $id ] = $lines->with_children( $shares );
		}
		return $lines;
	}

	/** Pieces of an item that are in the cart, at most as many as wanted. @param int|string $id */
	public function quantity( $id ): float {
		return (float) array_sum( array_column( $this->wanted[ $id ], 'quantity' ) );
	}

	/** The first line of an item. @param int|string $id */
	public function line( $id ): ?array {
		return $this->wanted[ $id ][0]['line'] ?? null;
	}

	/** @param int|string $id @return array All lines of an item as one: `line`, the first one, `quantity` and the amounts of all pieces. */
	public function item( $id ): array {
		$sum = fn( string $member ) => array_sum( array_column( $this->wanted[ $id ], $member ) );
		return array(
			'line'     => $this->line( $id ),
			'quantity' => $this->quantity( $id ),
			'subtotal' => $sum( 'subtotal' ),
			'total'    => $sum( 'total' ),
			'gross'    => $sum( 'gross' ),
		);
	}

	/** @return array[] Lines that the shop has added, in the shape of `item`. */
	public function added(): array {
		return array_values( $this->added );
	}

	/** @return string[] Sentences about prices that are finer than the currency's smallest unit, where rounding them changes the sum. */
	public function fractions( string $currency ): array {
		$sentences = array();
		foreach ( $this->wanted as $id => $shares ) {
			$product = $shares[0]['line']['data'];
			$price   = (float) $product->get_price();
			$pieces  = (int) $this->quantity( $id );
			if ( Money::to_minor_units( $price, $currency ) * $pieces !== Money::to_minor_units( $price * $pieces, $currency ) ) {
				$exact = rtrim( number_format( $price, 6, '.', '' ), '0' );
				/* translators: 1: a product 2: an amount 3: the code of a currency */
				$sentences[] = sprintf( __( 'One piece of "%1$s" costs %2$s %3$s; the sums are of all pieces.', 'ucp-host' ), Items::title( $product ), $exact, $currency );
			}
		}
		return $sentences;
	}

	/**
	 * Shares that make up the quantity: of the item's own line, then of other lines of the same goods, into which plugins split it.
	 *
	 * @param int|string $id
	 */
	private function take( $id, array $keys, float $left ): array {
		$others = array_filter( $this->added, fn( array $share ) => OpenChoices::id_of( $share['line'] ) === $id && ! $this->parent( $share['line'] ) );
		$taken  = array();
		foreach ( array_unique( array_merge( array( $keys[ $id ] ), array_diff( array_keys( $others ), $keys ) ) ) as $key ) {
			$share = $this->added[ $key ] ?? null;
			if ( ! $share || $left <= 0 ) {
				continue;
			}
			$pieces  = min( $left, $share['quantity'] );
			$left   -= $pieces;
			$taken[] = self::share( $share['line'], $pieces );
			if ( $pieces < $share['quantity'] ) {
				$this->added[ $key ] = self::share( $share['line'], $share['quantity'] - $pieces );
			} else {
				unset( $this->added[ $key ] );
			}
		}
		return $taken;
	}

	/** A bundle without a price of its own costs what the goods in it do: they stay lines, without a price. */
	private function with_children( array $shares ): array {
		foreach ( $shares as $index => $share ) {
			if ( 0.0 !== $share['subtotal'] ) {
				continue;
			}
			foreach ( $this->added as $key => $child ) {
				if ( $this->parent( $child['line'] ) !== ( $share['line']['key'] ?? '' ) ) {
					continue;
				}
				foreach ( array( 'subtotal', 'total', 'gross' ) as $member ) {
					$shares[ $index ][ $member ]   += $child[ $member ];
					$this->added[ $key ][ $member ] = 0.0;
				}
			}
		}
		return $shares;
	}

	/** Key of the line to which a line belongs: plugins note it in the line, each under a name of its own. */
	private function parent( array $line ): ?string {
		foreach ( $line as $name => $value ) {
			if ( 'key' !== $name && is_string( $value ) && isset( $this->all[ $value ] ) && $value !== ( $line['key'] ?? '' ) ) {
				return $value;
			}
		}
		return null;
	}

	private static function share( array $line, float $quantity ): array {
		$part = $line['quantity'] > 0 ? $quantity / $line['quantity'] : 0.0;
		return array(
			'line'     => $line,
			'quantity' => $quantity,
			'subtotal' => (float) ( $line['line_subtotal'] ?? 0 ) * $part,
			'total'    => (float) ( $line['line_total'] ?? 0 ) * $part,
			'gross'    => (float) wc_get_price_including_tax( $line['data'] ) * $quantity,
		);
	}
}
