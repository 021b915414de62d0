<?php
declare(strict_types=1);

use PHPUnit\Framework\TestCase;

/** Starts each test on a fresh site and records the wire for comparison with its schema. */
abstract class ConnectorTestCase extends TestCase {

	protected function setUp(): void {
		Site::begin();
	}

	/** Returns the markup that the page prints. */
	protected function shown( callable $page ): string {
		ob_start();
		$page();
		return (string) ob_get_clean();
	}

	/** @param mixed $value */
	protected function goes_over_the_wire( string $message, $value ): void {
		$file = getenv( 'CONNECTOR_WIRE_FILE' );
		$line = json_encode( array( 'test' => $this->getName(), 'message' => $message, 'value' => $value ), JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR );
		if ( is_string( $file ) && '' !== $file ) {
			file_put_contents( $file, $line . "\n", FILE_APPEND );
		}
	}
}
