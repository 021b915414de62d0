<?php
declare(strict_types=1);

namespace UcpHost\Setup;

use Automattic\WooCommerce\Utilities\FeaturesUtil;
use const UcpHost\PLUGIN_FILE;

defined( 'ABSPATH' ) || exit;

/** Tells WooCommerce with which of its features the plugin works. */
final class Compatibility {

	public static function declare(): void {
		FeaturesUtil::declare_compatibility( 'custom_order_tables', PLUGIN_FILE, true );
		FeaturesUtil::declare_compatibility( 'cart_checkout_blocks', PLUGIN_FILE, true );
	}
}
