/** An extension of Larder, as somebody would write it who may not change the core: it counts hits, and greets. */
@NullMarked
package com.example.hello;

import org.jspecify.annotations.NullMarked;
