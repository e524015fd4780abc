// SPDX-License-Identifier: LGPL-2.1-or-later
// Copyright 2026 The Gscope authors

//! Pushes samples from Rust into a signal, and reads those that its trace has. The functions of C that the program needs are
//! declared by hand.

use std::ffi::CString;
use std::os::raw::{c_char, c_int, c_void};

extern "C" {
    fn g_object_unref(object: *mut c_void);
    fn gscope_producer_push(producer: *mut c_void, time: i64, value: f64) -> c_int;
    fn gscope_producer_unref(producer: *mut c_void);
    fn gscope_scope_add_buffered(scope: *mut c_void, name: *const c_char) -> *mut c_void;
    fn gscope_scope_drain(scope: *mut c_void);
    fn gscope_scope_new_with_clock(clock: *mut c_void) -> *mut c_void;
    fn gscope_scope_start(scope: *mut c_void);
    fn gscope_signal_create_producer(signal: *mut c_void) -> *mut c_void;
    fn gscope_signal_get_trace(signal: *mut c_void) -> *mut c_void;
    fn gscope_test_clock_advance(clock: *mut c_void, interval: i64);
    fn gscope_test_clock_new(time: i64) -> *mut c_void;
    fn gscope_trace_get_end(trace: *mut c_void) -> u64;
    fn gscope_trace_get_first(trace: *mut c_void) -> u64;
    fn gscope_trace_get_value(trace: *mut c_void, position: u64) -> f64;
}

const SECOND: i64 = 1_000_000_000;

/// A scope on a clock that only the program advances, with one signal. The scope owns the signal.
struct Scope {
    clock: *mut c_void,
    scope: *mut c_void,
    signal: *mut c_void,
}

impl Scope {
    fn new(name: &str) -> Scope {
        let name = CString::new(name).expect("a name has no NUL");
        unsafe {
            let clock = gscope_test_clock_new(0);
            let scope = gscope_scope_new_with_clock(clock);
            gscope_scope_start(scope);
            let signal = gscope_scope_add_buffered(scope, name.as_ptr());
            Scope { clock, scope, signal }
        }
    }

    fn push(&self, samples: &[(i64, f64)]) {
        unsafe {
            let producer = gscope_signal_create_producer(self.signal);
            for &(time, value) in samples {
                assert!(gscope_producer_push(producer, time, value) != 0);
            }
            gscope_producer_unref(producer);
            gscope_test_clock_advance(self.clock, SECOND);
            gscope_scope_drain(self.scope);
        }
    }

    fn read(&self) -> Vec<f64> {
        unsafe {
            let trace = gscope_signal_get_trace(self.signal);
            let positions = gscope_trace_get_first(trace)..gscope_trace_get_end(trace);
            positions.map(|position| gscope_trace_get_value(trace, position)).filter(|value| !value.is_nan()).collect()
        }
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        unsafe {
            g_object_unref(self.scope);
            g_object_unref(self.clock);
        }
    }
}

fn main() {
    let scope = Scope::new("level");
    scope.push(&[(0, 2.0), (1, 3.0), (2, 4.0)]);
    let values = scope.read();
    println!("{:?}", values);
    assert_eq!(values, [2.0, 3.0, 4.0]);
}
