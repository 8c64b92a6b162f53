package com.example.hello;

import java.util.Map;

/**
 * What operators are shown.
 *
 * @param greeting the greeting of the extension
 * @param greetingByRule greetings of the rules that have one of their own
 * @param hitsByRoute number of hits since the start
 */
record Hello(String greeting, Map<String, String> greetingByRule, Map<String, Long> hitsByRoute) {}
