#!/bin/sh
sort -u "$1" | wc -l
