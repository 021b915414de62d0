<?php
declare(strict_types=1);

namespace Automattic\WooCommerce\StoreApi\Utilities;

use WP_Error;

/** Limits that plugins set by WooCommerce's filters: here the steps of a product. */
final class QuantityLimits {

	public function validate_cart_item_quantity( $quantity, array $line ) {
		$step = $line['data']->step();
		return 0 === $quantity % $step ? true : new WP_Error( 'invalid_quantity', "The quantity of &quot;Mug&quot; must be a multiple of $step" );
	}
}
