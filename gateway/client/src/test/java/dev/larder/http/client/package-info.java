@NullMarked
package dev.larder.http.client;

import org.jspecify.annotations.NullMarked;
