/** The same requests to the same application, with Larder and without it. */
@org.jspecify.annotations.NullMarked
package com.example.comparison;
