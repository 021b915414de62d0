<?php
declare(strict_types=1);

function dbDelta( string $queries ): array {
	return array();
}
